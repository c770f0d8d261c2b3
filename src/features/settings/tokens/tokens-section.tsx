import { useState } from "react";
import type { ApiToken } from "#contract/tokens/tokens.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { AskDialog } from "../room/ask-dialog.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { Section } from "../section.tsx";
import { reachText, SCOPE_LABELS, tokenStateText } from "./token-text.ts";
import { revokeToken } from "./tokens-api.ts";

type RowProps = { token: ApiToken; clients: readonly Client[]; onRevoke(): void };

function Row({ token, clients, onRevoke }: RowProps) {
	const { name, prefix, scopes, madeBy, state } = token;
	return (
		<li className="flex items-start justify-between gap-x-4 border-line border-b py-3">
			<div className="min-w-0 text-15">
				<p className="wrap-anywhere font-semibold">{name}</p>
				<p className="text-13 text-quiet">
					<code>{prefix}…</code> · {reachText(token, clients)} · made by {madeBy.name}
				</p>
				<p>{scopes.map((scope) => SCOPE_LABELS[scope]).join(" · ")}</p>
				<p className="text-13 text-quiet">{tokenStateText(token)}</p>
			</div>
			{state === "active" && (
				<TextButton aria-label={`Revoke ${name}`} onClick={onRevoke}>
					Revoke
				</TextButton>
			)}
		</li>
	);
}

type Props = Here & { tokens: readonly ApiToken[] };

/** The reader's tokens; for those who manage people, everyone's. */
export function TokensSection({ tokens, workspace, scope, withSession, may }: Props) {
	const change = useChange(withSession);
	const [asked, setAsked] = useState<ApiToken | null>(null);
	return (
		<Section id="tokens" heading="API tokens">
			<p className="text-15 text-quiet">
				Programs such as a CI job use a token in place of your password.{" "}
				{may("manage") ? "You see the tokens of all members." : "You see your own tokens."}
			</p>
			{tokens.length === 0 ? (
				<p className="text-15 text-quiet">No tokens yet. Expired and revoked ones are listed here for 30 days.</p>
			) : (
				<ul aria-label="API tokens" className="border-line border-t">
					{tokens.map((token) => (
						<Row key={token.id} token={token} clients={workspace.clients} onRevoke={() => setAsked(token)} />
					))}
				</ul>
			)}
			{asked && (
				<AskDialog
					title={`Revoke ${asked.name}?`}
					subtitle={`${asked.prefix}… · made by ${asked.madeBy.name}`}
					labels={{ yes: "Revoke", busy: "Revoking", no: "Keep", failed: "The token was not revoked" }}
					change={change}
					run={() => revokeToken(scope, asked.id)}
					onClose={() => setAsked(null)}
					onDone={() => void notify({ title: "Revoked", text: `${asked.name} no longer works.` })}
				>
					<p className="text-15">Programs that use it are refused at once. This cannot be undone.</p>
				</AskDialog>
			)}
		</Section>
	);
}
