/** Facts about this device or app. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
	return (
		<dl className="grid border-line border-t text-15">
			{facts.map(([name, value]) => (
				<div key={name} className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-3">
					<dt className="text-quiet">{name}</dt>
					<dd className="tabular-nums">{value}</dd>
				</div>
			))}
		</dl>
	);
}
