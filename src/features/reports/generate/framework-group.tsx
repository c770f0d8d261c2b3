import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { allIn } from "#contract/frameworks/frameworks.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { frameworksQuery } from "#src/lib/compliance/frameworks-api.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { hasClients } from "#src/lib/workspace/shown.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";

/** The chosen frameworks, all of them selected. A report about all clients covers what each of them has chosen. */
export function FrameworkGroup() {
	const account = useAccount();
	const { scope, workspace, client } = useScope();
	const isOfAll = client === null && hasClients(workspace);
	const enabled = account.status === "known" && !account.locked && !isOfAll;
	const { data, isFetching } = useQuery({ ...frameworksQuery(scope), enabled });
	const chosen = isOfAll || !data ? undefined : allIn(data).filter(({ chosenAt }) => chosenAt !== null);
	return (
		<fieldset className="min-w-0" aria-describedby="frameworks-hint">
			<legend className="font-medium text-15">Frameworks</legend>
			<p id="frameworks-hint" className="text-15 text-quiet">
				{isOfAll ? "The report covers the frameworks that each client has chosen." : hintOf(chosen?.length, isFetching)}
			</p>
			<div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-4">
				{chosen?.map(({ id, name }) => (
					<CheckField key={id} id={`framework-${id}`} name="frameworks" value={id} defaultChecked>
						{name}
					</CheckField>
				))}
			</div>
		</fieldset>
	);
}

function hintOf(chosen: number | undefined, isFetching: boolean): ReactNode {
	if (chosen === undefined) {
		return isFetching
			? "Loading your frameworks."
			: "Your frameworks are not saved on this device, so you cannot choose any now. The report will cover all of them.";
	}
	if (chosen > 0) return "If you select none, the report covers all of your chosen frameworks.";
	return (
		<>
			You have not chosen a framework yet, so this report would list no requirements.{" "}
			<Link to="/dashboard/compliance">Choose one under Compliance</Link> first.
		</>
	);
}
