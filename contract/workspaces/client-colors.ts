/** The colors that mark a client on every screen, so that people notice a mix-up. The screens decide what they look like. */
export const CLIENT_COLORS = ["slate", "blue", "teal", "green", "amber", "orange", "rose", "violet"] as const;
export type ClientColor = (typeof CLIENT_COLORS)[number];
