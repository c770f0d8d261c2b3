import { useState } from "react";
import type { Webhook } from "#contract/webhooks/webhooks.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { RowMenu } from "#src/ui/list/row-menu.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { SigningSecret } from "./signing-secret.tsx";
import { type WebhookDialog, WebhookDialogs } from "./webhook-dialogs.tsx";
import { EVENT_LABELS, hostOf, stateText } from "./webhook-text.ts";
import { changeWebhook } from "./webhooks-api.ts";

type RowProps = {
	webhook: Webhook;
	clients: readonly Client[];
	onOpen(dialog: WebhookDialog): void;
	onTurnOn(): void;
};

function Row({ webhook, clients, onOpen, onTurnOn }: RowProps) {
	const { kind, url, description, events, clientId, state, oldSecretUntil } = webhook;
	const isOn = state === "on";
	const client = clients.find(({ id }) => id === clientId);
	return (
		<li className="flex items-start justify-between gap-x-4 border-line border-b py-3">
			<div className="grid min-w-0 gap-1 text-15">
				<p className="wrap-anywhere font-semibold">{description || hostOf(url)}</p>
				<p className="wrap-anywhere font-mono text-13 text-quiet">{url}</p>
				<p>{stateText(webhook)}</p>
				<p className="text-13 text-quiet">
					{kind === "slack" && "Slack · "}
					{client && `${client.name} · `}
					{events.map((event) => EVENT_LABELS[event]).join(" · ")}
				</p>
				{oldSecretUntil !== null && (
					<p className="text-13 text-quiet">
						The old signing secret works until <TimeText at={oldSecretUntil} />
					</p>
				)}
			</div>
			<RowMenu
				about={description || hostOf(url)}
				items={[
					{ label: "Messages", onChoose: () => onOpen("messages") },
					{ label: "Send a test", onChoose: () => onOpen("test") },
					{ label: "Edit", onChoose: () => onOpen("edit") },
					...(kind === "standard" ? [{ label: "New signing secret", onChoose: () => onOpen("rotate") }] : []),
					isOn ? { label: "Turn off", onChoose: () => onOpen("off") } : { label: "Turn on", onChoose: onTurnOn },
					{ label: "Delete", onChoose: () => onOpen("delete") },
				]}
			/>
		</li>
	);
}

type Props = Here & { webhooks: readonly Webhook[]; available: boolean };

/** Where the workspace sends its events. */
export function WebhooksSection({ webhooks, available, ...here }: Props) {
	const { scope, workspace, withSession } = here;
	const { state, save } = useSave(useChange(withSession));
	const [asked, setAsked] = useState<{ id: string; open: WebhookDialog } | null>(null);
	const [rotated, setRotated] = useState<{ url: string; secret: string } | null>(null);
	// The current version: sending again changes how many were not delivered.
	const about = webhooks.find(({ id }) => id === asked?.id);
	return (
		<Section id="webhooks" heading="Webhooks">
			<p className="text-15 text-quiet">
				We send a signed message to your systems, or one to a Slack channel, when something happens. A message that
				fails is sent again for about 28 hours.
			</p>
			{!available && (
				<p className="text-15">
					Not available here: the operator of this server has to set a key before webhooks can be added.
				</p>
			)}
			{rotated && <SigningSecret made={rotated} secret={rotated.secret} onDone={() => setRotated(null)} />}
			<SubmissionFailure title="The webhook was not changed" state={state} />
			{webhooks.length === 0 ? (
				<p className="text-15 text-quiet">No webhooks yet.</p>
			) : (
				<ul aria-label="Webhooks" className="border-line border-t">
					{webhooks.map((one) => (
						<Row
							key={one.id}
							webhook={one}
							clients={workspace.clients}
							onOpen={(open) => setAsked({ id: one.id, open })}
							onTurnOn={() => void save(() => changeWebhook(scope, one.id, { active: true }))}
						/>
					))}
				</ul>
			)}
			{asked && about && (
				<WebhookDialogs
					{...here}
					webhook={about}
					open={asked.open}
					onClose={() => setAsked(null)}
					onRotated={({ url, secret }) => setRotated(secret === null ? null : { url, secret })}
				/>
			)}
		</Section>
	);
}
