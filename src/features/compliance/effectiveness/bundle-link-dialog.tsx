import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { dayText } from "#contract/format/time.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { addBundleLink, bundleLinksQuery } from "#src/lib/compliance/bundle-api.ts";
import { dayAfter } from "#src/lib/days/due-days.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";

/** How long a link works by default. */
const DAYS = 30;

type Props = { framework: FrameworkId; window: Window; onClose(): void };

/** Makes a link that gives an auditor the bundle, and shows it only once. */
export function BundleLinkDialog({ framework, window, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const [auditor, setAuditor] = useState("");
	const [endsOn, setEndsOn] = useState(() => dayAfter(Date.now(), DAYS));
	const [url, setUrl] = useState<string | null>(null);
	const { state, form, submit } = useSubmission();
	const busy = state.status === "submitting";
	const errors: Record<string, string> = state.status === "failed" ? state.fields : {};
	const onSubmit = (event: SubmitEvent) => {
		event.preventDefault();
		void submit(async () => {
			const made = await addBundleLink(framework, { auditor: auditor.trim(), ...window, endsOn }, scope);
			setUrl(made.url);
			void queries.invalidateQueries({ queryKey: bundleLinksQuery(framework, scope).queryKey });
		});
	};
	return (
		<Modal
			title="Link for an auditor"
			subtitle={`${dayText(window.from)} to ${dayText(window.to)}`}
			busy={busy}
			onClose={onClose}
		>
			{url === null ? (
				<form ref={form} onSubmit={onSubmit} className="grid gap-4">
					<FormField
						id="link-auditor"
						name="auditor"
						label="Who it is for"
						required
						maxLength={120}
						autoComplete="off"
						value={auditor}
						error={errors.auditor}
						onChange={({ target }) => setAuditor(target.value)}
					/>
					<FormField
						id="link-ends"
						name="endsOn"
						type="date"
						label="Last day it works (UTC)"
						required
						value={endsOn}
						error={errors.endsOn}
						onChange={({ target }) => setEndsOn(target.value)}
					/>
					<p className="text-15">
						Anyone with the link gets the bundle, and nothing else. You can revoke it at any time.
					</p>
					<SubmissionFailure title="No link was made" state={state} />
					<Button type="submit" variant="primary" disabled={busy}>
						{busy ? "Making it…" : "Make the link"}
					</Button>
				</form>
			) : (
				<div className="grid gap-4">
					<p role="status" className="text-15">
						This is the only time the link is shown. Copy it now.
					</p>
					<TextField id="link-url" label="Link" readOnly value={url} />
					<CopyButton text={url} what="the link" />
					<Button variant="primary" onClick={onClose}>
						Done
					</Button>
				</div>
			)}
		</Modal>
	);
}
