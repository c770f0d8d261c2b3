/** How long messages from the contact and demo forms are kept, in days: long enough to answer and to follow up. */
export const MESSAGE_DAYS = 365;
