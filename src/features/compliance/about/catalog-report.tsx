import type { FrameworkDetail, CatalogReport as Report } from "#contract/frameworks/frameworks.ts";
import { FilePart, NotTaken } from "../not-taken.tsx";

type Props = {
	report: Report;
	framework: Pick<FrameworkDetail, "name" | "version" | "all">;
};

/** What a file is, which of its entries fit, and all that do not. */
export function CatalogReport({ report, framework: { name, version, all } }: Props) {
	const { title, isSaid, taken, without } = report;
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
				<FilePart
					summary={`Without words in this file: ${without.length === 100 ? "100 or more" : without.length.toLocaleString("en")}`}
				>
					<p className="wrap-anywhere font-mono text-13">{without.join(", ")}</p>
				</FilePart>
			)}
			<NotTaken kinds={["unknown", "withdrawn", "unusable"]} report={report} />
		</div>
	);
}
