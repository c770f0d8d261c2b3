/** What an answer means: nothing more to do, another try, no more tries of this message, or no more messages at all. */
export type After = "done" | "again" | "given-up" | "off";
