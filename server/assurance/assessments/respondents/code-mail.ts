/** An email with a code for the link whose token has this hash, in hex. Whether there is one is found out when it is sent. */
export type CodeMail = { tokenHash: string };
