import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Delivery, Webhook, WebhookKind } from "#contract/webhooks/webhooks.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { useChange } from "../room/use-change.ts";
import { useSave } from "../use-save.ts";
import { Answer } from "./test-dialog.tsx";
import { DELIVERY_LABELS, deliveryText, EVENT_LABELS, hostOf, outcomeText } from "./webhook-text.ts";
import { deliveriesQuery, resendDead, resendDelivery } from "./webhooks-api.ts";

type RowProps = { delivery: Delivery; kind: WebhookKind; disabled: boolean; onResend(): void };

function Row({ delivery, kind, disabled, onResend }: RowProps) {
	const { type, at, state, nextAt, attempts, answer } = delivery;
	return (
		<li className="grid gap-1 border-line border-b py-3 text-15">
			<div className="flex items-start justify-between gap-x-4">
				<div className="min-w-0">
					<p className="font-semibold">{EVENT_LABELS[type]}</p>
					<p className="text-13 text-quiet">
						<TimeText at={at} />
					</p>
					<p>{deliveryText(delivery)}</p>
				</div>
				{state !== "waiting" && (
					<TextButton disabled={disabled} aria-label={`Send again: ${EVENT_LABELS[type]}`} onClick={onResend}>
						Send again
					</TextButton>
				)}
			</div>
			{attempts > 0 && state !== "delivered" && <p className="wrap-anywhere">{outcomeText(delivery, kind)}</p>}
			{attempts > 0 && nextAt !== null && (
				<p className="text-13 text-quiet">
					Next try: <TimeText at={nextAt} />
				</p>
			)}
			{answer !== "" && state !== "delivered" && (
				<details>
					<summary className="min-h-11 cursor-pointer py-2.5 text-accent">What was answered</summary>
					<Answer text={answer} />
				</details>
			)}
		</li>
	);
}

type Props = { webhook: Webhook; scope: WorkScope; withSession: WithSession; onClose(): void };

/** The messages sent to a webhook in the last 30 days. */
export function DeliveriesDialog({ webhook, scope, withSession, onClose }: Props) {
	const id = useId();
	const { state, submitting, save } = useSave(useChange(withSession));
	const [shown, setShown] = useState<Delivery["state"] | "">("");
	const reading = useInfiniteQuery(deliveriesQuery(scope, webhook.id, shown));
	const { hasNextPage, isFetchingNextPage, fetchNextPage } = reading;
	return (
		<Modal title="Messages" subtitle={`${hostOf(webhook.url)} · the last 30 days`} busy={submitting} onClose={onClose}>
			<div className="grid gap-5">
				<ChoiceField
					id={`${id}-state`}
					label="Show"
					none="All messages"
					options={Object.entries(DELIVERY_LABELS).map(([value, label]) => ({ value, label }))}
					value={shown}
					onChange={({ currentTarget: { value } }) =>
						setShown(value === "waiting" || value === "delivered" || value === "dead" ? value : "")
					}
				/>
				<AccountData
					what="the messages"
					notKept="Messages are not kept on this device. They load when you are back online."
					reading={reading}
				>
					{({ pages }) => {
						const deliveries = pages.flatMap((page) => page.deliveries);
						return deliveries.length === 0 ? (
							<p className="text-15 text-quiet">
								{shown === "" ? "Nothing has happened yet that this webhook is about." : "No messages in this state."}
							</p>
						) : (
							<ol aria-label="Messages" className="border-line border-t">
								{deliveries.map((one) => (
									<Row
										key={one.id}
										delivery={one}
										kind={webhook.kind}
										disabled={submitting}
										onResend={() => void save(() => resendDelivery(scope, webhook.id, one.id))}
									/>
								))}
							</ol>
						);
					}}
				</AccountData>
				<SubmissionFailure title="Not sent again" state={state} />
				<div className="flex flex-wrap justify-end gap-x-5 gap-y-2">
					{hasNextPage && (
						<Button variant="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
							{isFetchingNextPage ? "Loading" : "Show older"}
						</Button>
					)}
					{webhook.dead > 0 && (
						<Button
							variant="secondary"
							disabled={submitting}
							onClick={() => void save(() => resendDead(scope, webhook.id))}
						>
							Send all again that were not delivered
						</Button>
					)}
					<Button variant="plain" onClick={onClose}>
						Close
					</Button>
				</div>
			</div>
		</Modal>
	);
}
