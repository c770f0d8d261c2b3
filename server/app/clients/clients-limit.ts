/** How many clients a workspace may have, itself included. */
export const CLIENTS_LIMIT = 500;
