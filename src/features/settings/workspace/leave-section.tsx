import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { ownWorkspace } from "#contract/ids.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { loseWorkspace } from "#src/lib/workspace/access/lost-workspace.ts";
import { membersQuery } from "#src/lib/workspace/members/members-query.ts";
import { openWorkspace } from "#src/lib/workspace/open-workspace.ts";
import { Button } from "#src/ui/button.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { groupPath } from "../groups.ts";
import { removeMember } from "../people/people-api.ts";
import type { Here } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";

type AskProps = Pick<Here, "me" | "workspace" | "scope" | "withSession">;

function Ask({ me, workspace, scope, withSession }: AskProps) {
	const { state, submitting, save } = useSave(withSession);
	const [asked, setAsked] = useState(false);
	const navigate = useNavigate();
	const queries = useQueryClient();
	const leave = async () => {
		if (!(await save(() => removeMember(scope, me.accountId)))) return;
		openWorkspace(me.accountId, ownWorkspace(me.accountId));
		navigate("/dashboard");
		await loseWorkspace(workspace.id);
		void queries.invalidateQueries();
		await notify({ title: `You have left ${workspace.name}`, text: "What this device kept of it was deleted." });
	};
	return (
		<>
			<p className="text-15">
				You lose access to {workspace.name} at once, and this device deletes what it keeps of it. Your scans, reports
				and decisions stay there. To come back, you need a new invitation.
			</p>
			<SubmissionFailure title="You are still a member" state={state} />
			{asked ? (
				<div className="flex flex-wrap gap-3">
					<Button variant="primary" disabled={submitting} onClick={() => void leave()}>
						{submitting ? "Leaving" : `Yes, leave ${workspace.name}`}
					</Button>
					<Button variant="plain" disabled={submitting} onClick={() => setAsked(false)}>
						Stay
					</Button>
				</div>
			) : (
				<div>
					<Button variant="secondary" onClick={() => setAsked(true)}>
						Leave this workspace
					</Button>
				</div>
			)}
		</>
	);
}

/** Ends the reader's own membership. */
export function LeaveSection({ me, workspace, scope, withSession }: Here) {
	const { data } = useQuery(membersQuery(scope));
	const owners = data?.members.filter(({ role }) => role === "owner") ?? [];
	const isLastOwner = workspace.role === "owner" && owners.length === 1;
	return (
		<Section id="leave" heading="Leave this workspace">
			{workspace.id === ownWorkspace(me.accountId) ? (
				<p className="text-15">
					This workspace came with your account and stays with it. It ends when you{" "}
					<Link to={groupPath("delete")}>delete your account</Link>.
				</p>
			) : isLastOwner ? (
				<p className="text-15">
					You are its only owner, and a workspace always has one. To leave, make another member an owner under{" "}
					<Link to={groupPath("people")}>People</Link> first.
				</p>
			) : (
				<Ask me={me} workspace={workspace} scope={scope} withSession={withSession} />
			)}
		</Section>
	);
}
