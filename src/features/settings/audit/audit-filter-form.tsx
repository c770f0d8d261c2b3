import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AUDIT_ACTS, AUDIT_SUBJECTS, type AuditFilter } from "#contract/workspaces/audit.ts";
import { membersQuery } from "#src/lib/workspace/members/members-query.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { readFilter, writeFilter } from "./audit-address.ts";
import { actLabel, subjectLabel } from "./audit-sentence.ts";

type Props = { scope: WorkScope; filter: AuditFilter; onFilter(filter: AuditFilter): void };

/** Which entries are shown. A change applies at once. */
export function AuditFilterForm({ scope, filter, onFilter }: Props) {
	const { data } = useQuery(membersQuery(scope));
	const count = Object.keys(filter).length;
	// Only at first: after that, the person opens and closes it.
	const [startsOpen] = useState(count > 0);
	// Parsed like the address, so that invalid values are left out.
	const set = (name: keyof AuditFilter, value: string) => {
		const query = writeFilter(filter);
		query.set(name, value);
		onFilter(readFilter(query));
	};
	const field = (name: "who" | "what" | "subject" | "from" | "to") => ({
		id: `audit-${name}`,
		value: filter[name] ?? "",
		onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
	});
	return (
		<details className="border-line border-t" open={startsOpen}>
			<summary className="min-h-11 cursor-pointer content-center font-medium text-15">
				Filter{count > 0 && ` (${count} set)`}
			</summary>
			<form aria-label="Filter the audit log" className="grid gap-4 pt-2 pb-5 md:grid-cols-2">
				<ChoiceField
					{...field("who")}
					label="Person"
					none="Everyone"
					options={(data?.members ?? []).map(({ accountId, name }) => ({ value: accountId, label: name }))}
				/>
				<ChoiceField
					{...field("what")}
					label="What"
					none="Everything"
					options={AUDIT_ACTS.map((value) => ({ value, label: actLabel(value) }))}
				/>
				<ChoiceField
					{...field("subject")}
					label="Thing"
					none="All things"
					options={AUDIT_SUBJECTS.map((value) => ({ value, label: subjectLabel(value) }))}
				/>
				<div className="grid grid-cols-2 gap-4">
					<FormField {...field("from")} type="date" label="From (UTC)" />
					<FormField {...field("to")} type="date" label="To (UTC)" />
				</div>
				{count > 0 && (
					<div>
						<Button variant="plain" onClick={() => onFilter({})}>
							Clear the filter
						</Button>
					</div>
				)}
			</form>
		</details>
	);
}
