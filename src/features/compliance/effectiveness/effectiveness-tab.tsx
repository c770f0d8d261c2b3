import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { effectivenessQuery } from "#src/lib/compliance/frameworks-api.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import type { FrameworkAddress } from "../framework-address.ts";
import { BundleSection } from "./bundle-section.tsx";
import { EffectivenessFiles } from "./effectiveness-files.tsx";
import { EffectivenessReport } from "./effectiveness-report.tsx";
import { windowOf } from "./window-of.ts";

type Props = {
	framework: FrameworkDetail;
	address: FrameworkAddress;
	go(change: (now: FrameworkAddress) => FrameworkAddress): void;
};

function Report({ framework, window }: { framework: FrameworkDetail; window: Window }) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...effectivenessQuery(framework.id, window, scope), enabled });
	return (
		<AccountData what="how the controls operated" reading={reading} toCome={<RowsToCome />}>
			{(report) => (
				<>
					<EffectivenessReport report={report} />
					<EffectivenessFiles framework={framework.id} window={window} />
					<BundleSection framework={framework.id} window={window} />
				</>
			)}
		</AccountData>
	);
}

/** How the controls operated between two days. */
export function EffectivenessTab({ framework, address, go }: Props) {
	const [opened] = useState(() => Date.now());
	const window = windowOf(address, opened);
	const wrong = window.from > window.to;
	return (
		<>
			<form
				className="mt-5 mb-6 flex max-w-xl flex-wrap gap-3 print:hidden"
				onSubmit={(event) => event.preventDefault()}
			>
				<div className="min-w-0 grow basis-40">
					<FormField
						id="window-from"
						type="date"
						label="First day (UTC)"
						required
						value={window.from}
						onChange={({ target }) => target.value && go((now) => ({ ...now, ...window, from: target.value }))}
					/>
				</div>
				<div className="min-w-0 grow basis-40">
					<FormField
						id="window-to"
						type="date"
						label="Last day (UTC)"
						required
						value={window.to}
						error={wrong ? "The last day is before the first." : ""}
						onChange={({ target }) => target.value && go((now) => ({ ...now, ...window, to: target.value }))}
					/>
				</div>
			</form>
			{!wrong && <Report framework={framework} window={window} />}
		</>
	);
}
