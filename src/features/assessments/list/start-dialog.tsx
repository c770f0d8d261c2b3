import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { AssessmentId, ListedTemplate } from "#contract/assessments/assessments.ts";
import { questionsOf } from "#contract/assessments/template.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { TEMPLATE_KIND_LABELS } from "#src/lib/assessments/assessment-labels.ts";
import { templatesQuery } from "#src/lib/assessments/assessments-api.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { useSay } from "#src/lib/words/use-say.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { visitPath } from "../assessment-address.ts";

type Props = { onClose(): void };

const factsOf = ({ template, own }: ListedTemplate): string =>
	[
		TEMPLATE_KIND_LABELS[template.kind],
		counted(questionsOf(template).length, "question"),
		own ? "Yours" : `As of ${dayText(template.asOf)}`,
	].join(" · ");

function StartForm({ templates, onClose }: Props & { templates: readonly ListedTemplate[] }) {
	const say = useSay();
	const go = useGo();
	const [id] = useState(() => newId() as string as AssessmentId);
	const [chosen, setChosen] = useState(0);
	/** Null: the proposed value. */
	const [typed, setTyped] = useState<string | null>(null);
	const [subject, setSubject] = useState("");
	const [busy, setBusy] = useState(false);
	useBusyForm(typed !== null || subject !== "");
	const template = templates[chosen]?.template;
	const title = typed ?? (template ? `${template.title}, ${dayText(Date.now())}` : "");
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || !template || title.trim() === "") return;
		setBusy(true);
		const body = {
			id,
			template: { id: template.id, version: template.version },
			title: title.trim(),
			subject: subject.trim(),
		};
		const saved = await say({ kind: "assessment", body }, null);
		setBusy(false);
		if (!saved) return;
		onClose();
		go(visitPath(id, null));
	};
	return (
		<form onSubmit={submit} className="grid gap-4">
			<fieldset>
				<legend className="mb-1.5 font-medium text-15">Which questions</legend>
				<ul className="grid gap-2">
					{templates.map((one, index) => (
						<li key={one.template.id}>
							<label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-line-strong bg-raised px-3 py-2 hover:border-ink has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-3">
								<input
									type="radio"
									name="template"
									checked={index === chosen}
									onChange={() => setChosen(index)}
									className="size-4 flex-none accent-accent focus-visible:outline-none"
								/>
								<span className="wrap-anywhere min-w-0">
									<span className="block font-semibold text-15">
										<bdi>{one.template.title}</bdi>
									</span>
									<span className="block text-13 text-quiet tabular-nums">{factsOf(one)}</span>
								</span>
							</label>
						</li>
					))}
				</ul>
			</fieldset>
			<FormField
				id="assessment-title"
				name="title"
				label="Title"
				required
				maxLength={200}
				autoComplete="off"
				value={title}
				onChange={({ target }) => setTyped(target.value)}
			/>
			<FormField
				id="assessment-subject"
				name="subject"
				label="About, optional"
				hint="A site or a supplier, such as: Warehouse in Apapa."
				maxLength={200}
				autoComplete="off"
				value={subject}
				onChange={({ target }) => setSubject(target.value)}
			/>
			<Button type="submit" variant="primary" disabled={busy}>
				{busy ? "Saving…" : "Start"}
			</Button>
		</form>
	);
}

/** Starts an assessment, also offline. */
export function StartDialog({ onClose }: Props) {
	const { scope, client } = useScope();
	const reading = useQuery(templatesQuery(scope));
	return (
		<Modal title="Start an assessment" {...(client && { subtitle: client.name })} onClose={onClose}>
			<AccountData what="the templates" reading={reading}>
				{({ templates }) => <StartForm templates={templates} onClose={onClose} />}
			</AccountData>
		</Modal>
	);
}
