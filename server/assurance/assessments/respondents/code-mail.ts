/** An email with a code for the link whose token has this hash, in hex. Whether that link exists is checked when the email is sent. */
export type CodeMail = { tokenHash: string };
