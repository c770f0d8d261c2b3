/** The paper took more time or memory than one may. The message is for the person who asked for it. */
export class PaperGaveUp extends Error {}
