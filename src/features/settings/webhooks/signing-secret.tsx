import { useEffect, useRef } from "react";
import type { WebhookMade } from "#contract/webhooks/webhooks.ts";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { hostOf } from "./webhook-text.ts";

type Props = { made: Pick<WebhookMade, "url">; secret: string; onDone(): void };

/** A signing secret that was just made. It exists only in this page's memory, and is gone when the page closes. */
export function SigningSecret({ made, secret, onDone }: Props) {
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		field.current?.focus();
		field.current?.select();
	}, []);
	return (
		<>
			<p role="status" className="wrap-anywhere text-15">
				Copy the signing secret for {hostOf(made.url)} now and give it to the receiver: it is not shown again. The
				receiver checks with it that a message is from us.
			</p>
			<div>
				<label htmlFor="signing-secret" className="mb-1.5 block font-medium text-15">
					Signing secret
				</label>
				<input
					ref={field}
					id="signing-secret"
					readOnly
					value={secret}
					className="block h-12 w-full min-w-0 rounded-control border border-line-strong bg-raised px-3 font-mono text-15 text-ink"
				/>
			</div>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<Button variant="primary" onClick={onDone}>
					Done
				</Button>
				<CopyButton text={secret} what="the signing secret" />
			</div>
		</>
	);
}
