/** How the options that several of the commands have are described. */
export const NAME = 'name of the destination';
export const ACCOUNT = 'account of the destination, where several have one of this name';
