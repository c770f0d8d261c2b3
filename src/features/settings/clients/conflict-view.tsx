import { type ClientDraft, conflictOf } from "./client-draft.ts";

type Props = { base: ClientDraft; mine: ClientDraft; current: ClientDraft };

/** Both versions of what two people have changed at the same time. */
export function ConflictView(versions: Props) {
	const { both, onlyTheirs } = conflictOf(versions.base, versions.mine, versions.current);
	return (
		<div className="grid gap-3 text-15">
			{both.length > 0 && (
				<table className="w-full text-start">
					<caption className="mb-1 text-start font-semibold">Both of you have changed</caption>
					<thead>
						<tr className="text-13 text-quiet">
							<th className="py-1 pe-3 text-start font-normal">Field</th>
							<th className="py-1 pe-3 text-start font-normal">Saved now</th>
							<th className="py-1 text-start font-normal">Yours</th>
						</tr>
					</thead>
					<tbody>
						{both.map(({ label, theirs, mine }) => (
							<tr key={label} className="border-line border-t">
								<th className="py-2 pe-3 text-start font-normal text-quiet">{label}</th>
								<td className="wrap-anywhere py-2 pe-3">{theirs}</td>
								<td className="wrap-anywhere py-2">{mine}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			{onlyTheirs.length > 0 && (
				<p className="wrap-anywhere">
					Also saved meanwhile: {onlyTheirs.map(({ label, theirs }) => `${label} (${theirs})`).join(", ")}. Your version
					does not change that.
				</p>
			)}
		</div>
	);
}
