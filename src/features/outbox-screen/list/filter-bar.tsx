import { FILTER_LABELS, type Filter, offeredFilters } from "./filters.ts";

type Props = { chosen: Filter; counts: Record<Filter, number>; onChoose(filter: Filter): void };

/** Filters the list by state. Empty if there is nothing to choose from. */
export function FilterBar({ chosen, counts, onChoose }: Props) {
	const offered = offeredFilters(counts, chosen);
	if (offered.length === 0) return null;
	return (
		<fieldset className="mt-3 flex flex-wrap gap-2">
			<legend className="sr-only">Show</legend>
			{offered.map((filter) => (
				<button
					key={filter}
					type="button"
					aria-pressed={filter === chosen}
					onClick={() => onChoose(filter)}
					className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-13 md:text-15 hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
				>
					{FILTER_LABELS[filter]} <span className="tabular-nums">{counts[filter]}</span>
				</button>
			))}
		</fieldset>
	);
}
