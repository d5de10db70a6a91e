/** As Standard Webhooks asks: the same for each try, and without the full stop that separates what is signed. */
export const messageId = (parcelId: string): string =>
  parcelId.replaceAll('.', '_').replace(/[^\x21-\x7e]/g, '_');
