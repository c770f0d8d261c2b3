/** A placeholder for a list that is loading. */
export function RowsToCome() {
	return (
		<div aria-hidden="true">
			{[1, 2, 3].map((row) => (
				<div key={row} className="border-line border-b py-5">
					<span className="block h-5 w-40 max-w-full rounded-control bg-line" />
					<span className="mt-2 block h-4 w-64 max-w-full rounded-control bg-line" />
				</div>
			))}
		</div>
	);
}
