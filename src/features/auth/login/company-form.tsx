import { type SubmitEvent, useState } from "react";
import { API_PATHS } from "#contract/routes.ts";
import { signOnStarted } from "#contract/sign-on/sign-on.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";

/** Finds a company's sign-in page by email address. `next`: where to go afterwards. */
export function CompanyForm({ next }: { next: string }) {
	const [open, setOpen] = useState(false);
	const { state, form, submit, clear } = useSubmission();
	/** True until the company's page has loaded. */
	const [leaving, setLeaving] = useState(false);
	const busy = leaving || state.status === "submitting";
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const email = formTexts(event.currentTarget).email?.trim() ?? "";
		await submit(async () => {
			const { url } = await callApi(API_PATHS.signOnStart, {
				method: "POST",
				body: { email, next },
				answer: signOnStarted,
			});
			setLeaving(true);
			location.assign(url);
		});
	};
	return (
		<div className="mt-6 border-line border-t pt-6">
			{open ? (
				<form
					ref={form}
					method="dialog"
					aria-label="Sign in with your company"
					onSubmit={onSubmit}
					className="grid gap-5"
				>
					<FormField
						id="company-email"
						name="email"
						type="email"
						label="Work email"
						hint="We take you to your company’s own sign-in page."
						onInput={clear}
						readOnly={busy}
						required
						// The field replaces the button that was pressed.
						autoFocus
						maxLength={254}
						autoComplete="email"
						autoCapitalize="none"
						autoCorrect="off"
						spellCheck={false}
					/>
					<SubmissionFailure title="Not signed in" state={state} />
					<Button type="submit" variant="secondary" wide disabled={busy}>
						{busy ? "Opening your company’s page" : "Continue to your company"}
					</Button>
				</form>
			) : (
				<Button variant="secondary" wide onClick={() => setOpen(true)}>
					Sign in with your company
				</Button>
			)}
		</div>
	);
}
