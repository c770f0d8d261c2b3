import type { FindingsView } from "./findings-address.ts";

const LABELS: Record<FindingsView, string> = { problems: "Problems", places: "Places" };

/** Whether a row is a problem or one of its places. */
export function ViewSwitch({ view, onView }: { view: FindingsView; onView(view: FindingsView): void }) {
	return (
		<fieldset className="flex min-w-0 flex-wrap rounded-control border border-line-strong print:hidden">
			<legend className="sr-only">Show as</legend>
			{(["problems", "places"] as const).map((one) => (
				<label
					key={one}
					className="flex min-h-11 cursor-pointer items-center px-3 text-15 text-quiet has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 pointer-fine:min-h-9"
				>
					<input
						type="radio"
						name="findings-view"
						value={one}
						checked={view === one}
						onChange={() => onView(one)}
						className="sr-only"
					/>
					{LABELS[one]}
				</label>
			))}
		</fieldset>
	);
}
