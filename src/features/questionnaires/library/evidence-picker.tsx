import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { evidenceListQuery } from "#src/lib/evidence/evidence-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";

export type Picked = { evidenceId: EvidenceId; title: string };

type Props = { picked: readonly Picked[]; onPicked(picked: Picked[]): void };

/** Nobody would read more; the search finds the others. */
const SHOWN = 8;

/** Chooses the evidence that proves an answer. Selected evidence stays on top. */
export function EvidencePicker({ picked, onPicked }: Props) {
	const account = useAccount();
	const { scope } = useScope();
	const [q, setQ] = useState("");
	const id = useId();
	const enabled = account.status === "known" && !account.locked;
	const { data } = useInfiniteQuery({
		...evidenceListQuery(q === "" ? {} : { q }, scope),
		enabled,
		placeholderData: keepPreviousData,
	});
	const found = (data?.pages ?? [])
		.flatMap((page) => page.evidence)
		.map(({ id: evidenceId, title }): Picked => ({ evidenceId, title }))
		.filter(({ evidenceId }) => !picked.some((one) => one.evidenceId === evidenceId))
		.slice(0, SHOWN);
	return (
		<details>
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
				Evidence, optional{picked.length > 0 && `: ${picked.length}`}
			</summary>
			<SearchField id={`${id}-q`} label="Search" placeholder="Title or note" value={q} onSearch={setQ} />
			<fieldset className="mt-2">
				<legend className="sr-only">Evidence</legend>
				{[...picked, ...found].map((one) => (
					<CheckField
						key={one.evidenceId}
						id={`${id}-${one.evidenceId}`}
						checked={picked.includes(one)}
						onChange={({ target }) =>
							onPicked(target.checked ? [...picked, one] : picked.filter((other) => other !== one))
						}
					>
						<bdi className="wrap-anywhere">{one.title}</bdi>
					</CheckField>
				))}
			</fieldset>
			{picked.length + found.length === 0 && <p className="text-15 text-quiet">No evidence was found.</p>}
		</details>
	);
}
