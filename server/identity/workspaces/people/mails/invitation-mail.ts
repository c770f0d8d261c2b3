import { timeText } from "#contract/format/time.ts";
import type { Role } from "#contract/workspaces/roles.ts";
import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import { unlinked } from "#server/platform/mail/unlinked.ts";
import { site } from "#src/config/site.ts";
import { accountMail } from "../../../accounts/mails/account-mail.ts";

/** The content of an invitation. Its names are texts that members wrote. */
type Invited = {
	workspace: string;
	inviter: string;
	/** Null once the account is deleted. */
	inviterEmail: string | null;
	role: Role;
	/** The client's name, for a guest. */
	clientName: string | null;
	expiresAt: Date;
};

const NAME = 60;

/** What a member with a role can do, to follow "you". */
const CAN: Readonly<Record<Role, string>> = {
	owner: "join as an owner and can do everything, including managing other owners",
	manager: "join as a manager and can do everything except manage owners and delete clients",
	consultant: "join as a consultant: you run scans, decide about findings and arrange schedules",
	contributor: "join as a contributor: you run scans and decide about findings",
	auditor: "join as an auditor: you read everything and change nothing",
	guest: "join as a guest: you read everything about one client and answer its assessments, and change nothing else",
};

/** To an address that may belong to a stranger: nothing that members wrote becomes a link. */
export function invitationMail(
	{ workspace, inviter, inviterEmail, role, clientName, expiresAt }: Invited,
	link: string,
): MailMessage {
	const from = unlinked(inviter, NAME) + (inviterEmail === null ? "" : ` (${unlinked(inviterEmail, NAME)})`);
	const client = clientName === null ? "" : ` The client is ${unlinked(clientName, NAME)}.`;
	return accountMail({
		subject: `You are invited to a workspace on ${site.name}`,
		before: [
			`${from} invites you to the workspace ${unlinked(workspace, NAME)}. If you accept, you ${CAN[role]}.${client}`,
			`To accept, sign in with an account that has this email address, or create one. The link works once, until ${timeText(expiresAt, "utc")}.`,
		],
		action: { label: "See the invitation", link },
		after: [
			"Didn’t expect this? You can ignore it. Without your consent, nothing happens and nobody sees anything of yours.",
		],
	});
}
