/** How long messages from the contact and demo forms are kept, in days: long enough to answer and to follow up. */
export const MESSAGE_DAYS = 365;

/** How long scans without an account are kept, in days, unless the operator sets another time. */
export const RETENTION_DAYS_DEFAULT = 30;

/** How long we keep the name and address of someone who was sent a link after the link has ended, in days. */
export const ENDED_LINK_DAYS = 30;
