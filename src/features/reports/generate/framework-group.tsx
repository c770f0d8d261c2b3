import { FRAMEWORK_NAMES, FRAMEWORKS } from "#contract/reports/reports.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";

/** What a compliance report is about; none ticked is all of them. */
export function FrameworkGroup() {
	return (
		<fieldset className="min-w-0" aria-describedby="frameworks-hint">
			<legend className="font-medium text-15">Frameworks</legend>
			<p id="frameworks-hint" className="text-15 text-quiet">
				If you select none, the report covers all {FRAMEWORKS.length}.
			</p>
			<div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-4">
				{FRAMEWORKS.map((framework) => (
					<CheckField key={framework} id={`framework-${framework}`} name="frameworks" value={framework}>
						{FRAMEWORK_NAMES[framework]}
					</CheckField>
				))}
			</div>
		</fieldset>
	);
}
