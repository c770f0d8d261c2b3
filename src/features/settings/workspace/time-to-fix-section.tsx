import { TIME_TO_FIX, type TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import { timeToFixText } from "#src/lib/controls/time-to-fix-text.ts";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { useChange } from "../room/use-change.ts";
import { type Here, useOnceAllowed } from "../room/workspace-part.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { changeWorkspace } from "./workspace-api.ts";

const FIELDS = [
	{ name: "high", label: "High" },
	{ name: "medium", label: "Medium" },
	{ name: "low", label: "Low" },
] as const;

/** As the server names the field in a refusal. */
const fieldOf = (name: keyof TimeToFix): string => `timeToFix/${name}`;

/** The workspace’s time to fix, by severity. */
export function TimeToFixSection({ workspace, scope, withSession, may }: Here) {
	const saving = useSave(useChange(withSession));
	const { saved, submitting, errors, save } = saving;
	const canChange = useOnceAllowed(may("manage"));
	const known = workspace.timeToFix ?? TIME_TO_FIX;

	const onSend = async (sent: HTMLFormElement) => {
		const fields = new FormData(sent);
		const days = (name: keyof TimeToFix) => Number(fields.get(fieldOf(name)));
		await save(() =>
			changeWorkspace(scope, { timeToFix: { high: days("high"), medium: days("medium"), low: days("low") } }),
		);
	};

	return (
		<Section id="time-to-fix" heading="Time to fix">
			<p className="text-15">
				Days from when a finding was first seen, or seen again, until it has to be fixed. Tasks, reports and
				effectiveness go by it. What is rated none has no due date.
			</p>
			{canChange ? (
				<SaveForm
					saving={saving}
					name={{ headingId: "time-to-fix" }}
					failed="The time to fix was not changed"
					done={saved && "Saved. Open tasks have their new due dates, unless a person chose one."}
					button={{ label: "Save time to fix", busy: "Saving", variant: "secondary" }}
					onSend={onSend}
				>
					<div className="grid grid-cols-3 gap-4">
						{FIELDS.map(({ name, label }) => (
							<FormField
								key={name}
								id={`time-to-fix-${name}`}
								name={fieldOf(name)}
								type="number"
								inputMode="numeric"
								min={1}
								max={1_096}
								step={1}
								label={`${label}, days`}
								defaultValue={String(known[name])}
								error={errors[fieldOf(name)] ?? (name === "high" ? errors.timeToFix : undefined)}
								readOnly={submitting}
								required
							/>
						))}
					</div>
				</SaveForm>
			) : (
				<>
					<p className="text-15">{timeToFixText(known)}</p>
					<p className="text-15 text-quiet">{whoCan("manage")} can change this.</p>
				</>
			)}
		</Section>
	);
}
