import { FILTER_LABELS, FILTERS, type Filter } from "./filters.ts";

type Props = { chosen: Filter; counts: Record<Filter, number>; onChoose(filter: Filter): void };

/** Filters the list by state. */
export function FilterBar({ chosen, counts, onChoose }: Props) {
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="sr-only">Show</legend>
			{FILTERS.map((filter) => (
				<button
					key={filter}
					type="button"
					aria-pressed={filter === chosen}
					onClick={() => onChoose(filter)}
					className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-15 hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
				>
					{FILTER_LABELS[filter]} <span className="text-13 tabular-nums">{counts[filter]}</span>
				</button>
			))}
		</fieldset>
	);
}
