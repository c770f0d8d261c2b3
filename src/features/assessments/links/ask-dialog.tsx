import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import { LINK_DAYS, LINK_DAYS_LIMIT } from "#contract/assessments/respondents.ts";
import { dayAfter } from "#src/lib/days/due-days.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { CheckGroup } from "#src/ui/fields/check-group.tsx";
import { FieldNote } from "#src/ui/fields/field-note.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { LinkShown } from "./link-shown.tsx";
import { askRespondent, respondentsQuery } from "./links-api.ts";

const dayIn = (days: number): string => dayAfter(Date.now(), days);

type Props = { assessment: Pick<AssessmentDetail, "id" | "title" | "template">; onClose(): void };

/** Asks a person without an account, and shows the link only once. */
export function AskDialog({ assessment, onClose }: Props) {
	const { id, title, template } = assessment;
	const queries = useQueryClient();
	const { scope } = useScope();
	const [made, setMade] = useState<{ email: string; url: string } | null>(null);
	const [touched, setTouched] = useState(false);
	useBusyForm(touched && made === null);
	const { state, form, submit, clear } = useSubmission();
	const busy = state.status === "submitting";
	const errors: Record<string, string> = state.status === "failed" ? state.fields : {};
	const titles = new Map(template.sections.map((section) => [section.id, section.title]));
	const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const text = (name: string) => String(data.get(name) ?? "").trim();
		const sections = data.getAll("sections").map(String);
		void submit(async () => {
			const body = { name: text("name"), email: text("email"), sections, endsOn: text("endsOn") };
			const { url } = await askRespondent(id, body, scope);
			setMade({ email: body.email, url });
			void queries.invalidateQueries({ queryKey: respondentsQuery(id, scope).queryKey });
		});
	};
	return (
		<Modal title="Ask through a link" subtitle={title} busy={busy} onClose={onClose}>
			{made ? (
				<LinkShown {...made} onClose={onClose} />
			) : (
				<form
					ref={form}
					aria-label="Ask through a link"
					onInput={() => {
						setTouched(true);
						clear();
					}}
					onSubmit={onSubmit}
					className="grid gap-4"
				>
					<FormField
						id="ask-name"
						name="name"
						label="Name"
						required
						maxLength={120}
						autoComplete="off"
						error={errors.name}
					/>
					<FormField
						id="ask-email"
						name="email"
						type="email"
						label="Email"
						hint="Each code goes to this mailbox."
						required
						maxLength={254}
						autoComplete="off"
						error={errors.email}
					/>
					<div>
						<CheckGroup
							legend="Sections"
							name="sections"
							values={template.sections.map((section) => section.id)}
							chosen={template.sections.map((section) => section.id)}
							labelOf={(section) => titles.get(section) ?? section}
						/>
						<FieldNote id="ask-sections" error={errors.sections ?? ""} />
					</div>
					<FormField
						id="ask-ends"
						name="endsOn"
						type="date"
						label="Last day the link works (UTC)"
						required
						defaultValue={dayIn(LINK_DAYS)}
						min={dayIn(0)}
						max={dayIn(LINK_DAYS_LIMIT)}
						error={errors.endsOn}
					/>
					<p className="text-15">
						They need no account. They see these sections and their own answers, and nothing else of the workspace.
						Their answers appear next to those of members. Where they differ, you pick one.
					</p>
					<SubmissionFailure title="Nothing was sent" state={state} />
					<Button type="submit" variant="primary" disabled={busy}>
						{busy ? "Sending it…" : "Send the link"}
					</Button>
				</form>
			)}
		</Modal>
	);
}
