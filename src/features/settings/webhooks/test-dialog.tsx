import { useState } from "react";
import type { Webhook, WebhookTested } from "#contract/webhooks/webhooks.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { useSave } from "../use-save.ts";
import { hostOf, outcomeText } from "./webhook-text.ts";
import { testWebhook } from "./webhooks-api.ts";

type Props = { webhook: Webhook; scope: WorkScope; withSession: WithSession; onClose(): void };

/** Sends a test message, and shows the response. */
export function TestDialog({ webhook, scope, withSession, onClose }: Props) {
	const { state, form, submitting, save } = useSave(withSession);
	const [tested, setTested] = useState<WebhookTested | null>(null);
	const send = () => {
		setTested(null);
		return save(async () => setTested(await testWebhook(scope, webhook.id)));
	};
	return (
		<Modal title="Send a test message" subtitle={hostOf(webhook.url)} busy={submitting} onClose={onClose}>
			<form
				ref={form}
				aria-label="Send a test message"
				onSubmit={(event) => {
					event.preventDefault();
					void send();
				}}
				className="grid gap-5"
			>
				<p className="text-15">
					{webhook.kind === "slack" ? (
						"The message appears in the channel that the webhook is for."
					) : (
						<>
							The message has the type <code>webhook.test</code> and is signed like any other.
						</>
					)}
				</p>
				<div role="status" className="grid gap-2 text-15 empty:hidden">
					{tested && (
						<p>
							<b className="font-semibold">{tested.problem === null ? "Delivered." : "Not delivered."}</b>{" "}
							{outcomeText(tested, webhook.kind)}
						</p>
					)}
					{tested && tested.answer !== "" && <Answer text={tested.answer} />}
				</div>
				<SubmissionFailure title="The test message was not sent" state={state} />
				<div className="flex flex-wrap justify-end gap-x-5 gap-y-2">
					<Button variant="plain" disabled={submitting} onClick={onClose}>
						Close
					</Button>
					<Button variant="primary" type="submit" disabled={submitting}>
						{submitting ? "Sending" : tested ? "Send again" : "Send test"}
					</Button>
				</div>
			</form>
		</Modal>
	);
}

/** The start of a receiver's response, unchanged. */
export const Answer = ({ text }: { text: string }) => (
	<pre className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-paper p-3 font-mono text-13">
		{text}
	</pre>
);
