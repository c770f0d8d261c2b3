import { useState } from "react";
import type { Member } from "#contract/workspaces/members.ts";
import { RowMenu } from "#src/ui/list/row-menu.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { AskDialog } from "../room/ask-dialog.tsx";
import { useChange } from "../room/use-change.ts";
import { type Here, useOnceAllowed } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { MembershipFields } from "./membership-fields.tsx";
import { changeMember, removeMember } from "./people-api.ts";
import { helpersText, memberText, roleOfText } from "./people-text.ts";
import { readMemberChange } from "./read-membership.ts";

type Asked = { type: "change" | "remove"; member: Member };
type RowProps = { member: Member; role: string; onAsk: ((asked: Asked) => void) | null };

function Row({ member, role, onAsk }: RowProps) {
	const { name, email, you } = member;
	return (
		<li className="flex items-start justify-between gap-4 border-line border-b py-3">
			<div className="min-w-0 text-15">
				<p className="wrap-anywhere">
					<span className="font-semibold">{name}</span>
					{you && <span className="text-quiet"> · you</span>}
				</p>
				<p className="wrap-anywhere text-13 text-quiet">{email}</p>
				<p>{role}</p>
				<p className="text-13 text-quiet">{memberText(member)}</p>
			</div>
			{onAsk && (
				<RowMenu
					about={name}
					items={[
						{ label: "Change role or last day", onChoose: () => onAsk({ type: "change", member }) },
						// Leaving is on the workspace's own page.
						...(you ? [] : [{ label: "Remove", onChoose: () => onAsk({ type: "remove", member }) }]),
					]}
				/>
			)}
		</li>
	);
}

type Props = Here & { members: readonly Member[] };

/** Who works here. Only those who may manage people can change them. */
export function MembersSection({ members, workspace, scope, withSession, may }: Props) {
	const change = useChange(withSession);
	const [asked, setAsked] = useState<Asked | null>(null);
	const canManage = useOnceAllowed(may("manage"));
	const close = () => setAsked(null);
	const helpers = helpersText(members);
	const member = asked?.member;
	return (
		<Section id="members" heading="Members">
			{!may("manage") && (
				<p className="text-15 text-quiet">
					{helpers === "" ? "Owners and managers can" : `${helpers} can`} invite people and change roles.
				</p>
			)}
			<ul aria-label="Members" className="border-line border-t">
				{members.map((one) => (
					<Row
						key={one.accountId}
						member={one}
						role={roleOfText(one, workspace.clients)}
						onAsk={canManage ? setAsked : null}
					/>
				))}
			</ul>
			{asked?.type === "change" && member && (
				<AskDialog
					title="Change role or last day"
					subtitle={`${member.name} · ${member.email}`}
					labels={{ yes: "Save", busy: "Saving", no: "Cancel", failed: "Nothing was changed" }}
					change={change}
					run={(values) => changeMember(scope, member.accountId, readMemberChange(values))}
					onClose={close}
					onDone={() => void notify({ title: "Changed", text: `${member.name}’s next request follows it.` })}
				>
					{(errors, submitting) => (
						<MembershipFields
							id="member"
							clients={workspace.clients}
							own={may("own")}
							start={member}
							errors={errors}
							disabled={submitting}
						/>
					)}
				</AskDialog>
			)}
			{asked?.type === "remove" && member && (
				<AskDialog
					title={`Remove ${member.name}?`}
					subtitle={member.email}
					labels={{
						yes: "Remove",
						busy: "Removing",
						no: "Keep",
						failed: `${member.name} is still a member`,
					}}
					change={change}
					run={() => removeMember(scope, member.accountId)}
					onClose={close}
					onDone={() => void notify({ title: "Removed", text: `${member.name} no longer has access.` })}
				>
					<ul className="grid list-disc gap-2 ps-5 text-15">
						<li>
							{member.name} loses access to {workspace.name} at once.
						</li>
						<li>Each of their devices deletes what it keeps of this workspace when it next reaches the server.</li>
						<li>Requests that wait in their outbox stay with them and are not sent.</li>
						<li>Scans, reports and decisions they made stay in the workspace.</li>
					</ul>
				</AskDialog>
			)}
		</Section>
	);
}
