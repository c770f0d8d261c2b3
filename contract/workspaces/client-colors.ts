/** The colors that a client can have on every screen, so that a mix-up is seen. What they look like is up to the screens. */
export const CLIENT_COLORS = ["slate", "blue", "teal", "green", "amber", "orange", "rose", "violet"] as const;
export type ClientColor = (typeof CLIENT_COLORS)[number];
