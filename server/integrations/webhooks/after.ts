/** What follows from an answer: nothing more, another try, no other try of this message, or no other message at all. */
export type After = "done" | "again" | "given-up" | "off";
