import { useState } from "react";
import type { ControlDetail } from "#contract/controls/controls.ts";
import { TESTS_LIMIT } from "#contract/controls/tests.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { AddTestDialog } from "./add-test-dialog.tsx";
import { AllRuns } from "./all-runs.tsx";
import { TestCard } from "./test-card.tsx";

type Props = {
	control: ControlDetail;
	words: readonly Entry[];
	/** When the control was read, in milliseconds. */
	readAt: number;
};

/** How a control is tested. */
export function TestsSection({ control, words, readAt }: Props) {
	const { can } = useScope();
	const online = useOnline();
	const [adding, setAdding] = useState(false);
	const { tests } = control;
	return (
		<Section id="tests" heading="Tests">
			{tests.length === 0 && (
				<p className="text-15">
					Nothing tests it. An auditor will ask how you know that it works: add a test, or put evidence on it.
				</p>
			)}
			<ul className="grid gap-3">
				{tests.map((test) => (
					<li key={test.id}>
						<TestCard control={control} test={test} words={words} readAt={readAt} />
					</li>
				))}
			</ul>
			{tests.some(({ runs }) => runs.length > 0) && <AllRuns control={control} />}
			{can("arrange") && tests.length < TESTS_LIMIT && (
				<p className="print:hidden">
					<TextButton aria-haspopup="dialog" disabled={!online} onClick={() => setAdding(true)}>
						Add a test
					</TextButton>
					{!online && <span className="ms-3 text-13 text-quiet">Adding and pausing tests needs a connection.</span>}
				</p>
			)}
			{adding && <AddTestDialog control={control} onClose={() => setAdding(false)} />}
		</Section>
	);
}
