/** A message on its way to one mailbox. */
export type OutgoingMail = {
	to: string;
	/** With its angle brackets. */
	messageId: string;
	subject: string;
	text: string;
	html: string;
	/** Offered to mail programs as the way to be left alone; mails about somebody's own account have none. */
	notMeLink?: string;
	/** Takes the mailbox off a list; mail programs post to it when somebody presses their button. */
	leaveLink?: string;
	/** Whom an answer goes to, where that is not us. */
	replyTo?: string;
	calendar?: { filename: string; content: string };
};

export type MailTransport = {
	/** For the banner. */
	description: string;
	/** Whether anybody elsewhere may get what is sent. */
	leavesTheMachine: boolean;
	/** Resolves when the mail is in somebody else's hands; rejects when it is to be tried again. */
	send(mail: OutgoingMail): Promise<void>;
	/** Deletes mails kept on this machine since before then. */
	prune(before: Date): Promise<void>;
	close(): void;
};
