/** Making the PDF took more time or memory than allowed. The message is for the person who asked for it. */
export class PaperGaveUp extends Error {}
