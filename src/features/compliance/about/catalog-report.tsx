import type { FrameworkDetail, CatalogReport as Report } from "#contract/frameworks/frameworks.ts";

type Props = {
	report: Report;
	framework: Pick<FrameworkDetail, "name" | "version" | "all">;
};

const HEADINGS = { unknown: "Do not fit", withdrawn: "Withdrawn", unusable: "Cannot be used" } as const;
const SUMMARY = "inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4";

/** What a file is, which of its entries fit, and all that do not. */
export function CatalogReport({ report, framework: { name, version, all } }: Props) {
	const { title, isSaid, taken, without, counts, notTaken, unread } = report;
	return (
		<div className="grid gap-1 text-15">
			<p className="wrap-anywhere">
				<bdi className="font-semibold">{title}</bdi>
				{report.version && ` ${report.version}`}
			</p>
			<p className="wrap-anywhere">
				{isSaid
					? `The file says that it is ${name}.`
					: `The file does not say which edition it is. Please check that it is ${name} (${version}).`}
			</p>
			<p className="mt-1 font-semibold tabular-nums">
				Fit: {taken.toLocaleString("en")} of {all.length.toLocaleString("en")} requirements and headings
			</p>
			{without.length > 0 && (
				<details>
					<summary className={SUMMARY}>
						Without words in this file: {without.length === 100 ? "100 or more" : without.length.toLocaleString("en")}
					</summary>
					<p className="wrap-anywhere font-mono text-13">{without.join(", ")}</p>
				</details>
			)}
			{(["unknown", "withdrawn", "unusable"] as const).map((kind) => {
				const listed = notTaken.filter((each) => each.kind === kind);
				const more = counts[kind] - listed.length;
				return (
					counts[kind] > 0 && (
						<details key={kind}>
							<summary className={SUMMARY}>
								{HEADINGS[kind]}: {counts[kind].toLocaleString("en")}
							</summary>
							<ul>
								{listed.map(({ where, id, why }) => (
									<li key={`${where} ${id}`} className="wrap-anywhere border-line border-t py-1.5">
										<span className="font-mono text-13">
											{where} <bdi>{id}</bdi>
										</span>{" "}
										{why}
									</li>
								))}
							</ul>
							{more > 0 && <p className="text-13 text-quiet">And {more.toLocaleString("en")} more.</p>}
						</details>
					)
				);
			})}
			{unread.length > 0 && (
				<p className="wrap-anywhere mt-1 text-quiet">
					These columns are not read: {unread.map((head) => `“${head}”`).join(", ")}.
				</p>
			)}
		</div>
	);
}
