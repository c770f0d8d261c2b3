/** A message to one mailbox. */
export type OutgoingMail = {
	to: string;
	/** With its angle brackets. */
	messageId: string;
	subject: string;
	text: string;
	html: string;
	/** Offered to email programs as the way to unsubscribe. Emails about the reader's own account have none. */
	notMeLink?: string;
	/** Takes the mailbox off a list. Email programs post to it when the reader presses their button. */
	leaveLink?: string;
	/** Who gets the replies, if not us. */
	replyTo?: string;
	calendar?: { filename: string; content: string };
};

export type MailTransport = {
	/** For the banner. */
	description: string;
	/** Whether messages leave this machine. */
	leavesTheMachine: boolean;
	/** Resolves once the next server or the disk has the message. Rejects if it has to be tried again. */
	send(mail: OutgoingMail): Promise<void>;
	/** Deletes messages kept on this machine that are older than this. */
	prune(before: Date): Promise<void>;
	close(): void;
};
