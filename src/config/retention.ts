/** How long messages from the contact and demo forms are kept, in days: long enough to answer and to follow up. */
export const MESSAGE_DAYS = 365;

/** How long scans without an account are kept, in days, unless the operator sets another time. */
export const RETENTION_DAYS_DEFAULT = 30;

/** How long the name and address of a person who was asked through a link are kept after the link has ended, in days. */
export const ENDED_LINK_DAYS = 30;
