import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ControlDetail } from "#contract/controls/controls.ts";
import { runsQuery } from "#src/lib/controls/controls-api.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { RunText } from "./run-text.tsx";

function Runs({ control: { id, tests } }: { control: ControlDetail }) {
	const { scope } = useScope();
	const reading = useInfiniteQuery(runsQuery(id, scope));
	const titleOf = (testId: string) => tests.find((test) => test.id === testId)?.title ?? "A test";
	return (
		<AccountData what="the runs" reading={reading}>
			{({ pages }) => (
				<>
					<ol aria-label="All runs, newest first">
						{pages
							.flatMap((page) => page.runs)
							.map((run) => (
								<li key={run.id} className="border-line border-t py-2">
									<p className="wrap-anywhere text-13 text-quiet">
										<bdi>{titleOf(run.testId)}</bdi>
									</p>
									<RunText run={run} />
								</li>
							))}
					</ol>
					{reading.hasNextPage && !reading.isFetching && (
						<TextButton onClick={() => void reading.fetchNextPage()}>Show more</TextButton>
					)}
				</>
			)}
		</AccountData>
	);
}

/** All runs of a control's tests, loaded when opened. */
export function AllRuns({ control }: { control: ControlDetail }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mt-2 print:hidden">
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
				All runs
			</summary>
			{isOpen && <Runs control={control} />}
		</details>
	);
}
