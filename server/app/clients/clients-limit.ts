/** How many clients a workspace may have, including itself. */
export const CLIENTS_LIMIT = 500;
