import { useQuery } from "@tanstack/react-query";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { membersQuery } from "#src/lib/workspace/members/members-query.ts";
import { type Here, useOnceAllowed, WorkspacePart } from "../room/workspace-part.tsx";
import { InvitationsSection } from "./invitations-section.tsx";
import { InviteSection } from "./invite-section.tsx";
import { MembersSection } from "./members-section.tsx";

function People(here: Here) {
	const reading = useQuery(membersQuery(here.scope));
	const canManage = useOnceAllowed(here.may("manage"));
	return (
		<AccountData what="the people" reading={reading}>
			{({ members, invitations }) => (
				<>
					<MembersSection {...here} members={members} />
					{canManage && (
						<>
							<InviteSection {...here} />
							<InvitationsSection {...here} invitations={invitations} />
						</>
					)}
				</>
			)}
		</AccountData>
	);
}

/** Who works in the workspace, and who is invited. */
export default function PeopleRoom() {
	return <WorkspacePart>{(here) => <People {...here} />}</WorkspacePart>;
}
