/** As Standard Webhooks asks: the same for each try, and without the full stop that separates what is signed. */
export const messageId = (deliveryId: string): string =>
  deliveryId.replaceAll('.', '_').replace(/[^\x21-\x7e]/g, '_');
