import { counted } from "#contract/format/count.ts";
import type { CatalogLoaded } from "#contract/frameworks/frameworks.ts";

type Props = {
	loaded: CatalogLoaded;
	/** How many requirements there are, with their noun. */
	of: string;
};

/** The result of loading official text: what was taken, and everything that was not. */
export function LoadedReport({ loaded: { title, version, taken, without, notTaken, leftOut }, of }: Props) {
	const all = notTaken.length + leftOut;
	return (
		<div role="status" className="mt-4 border-line-strong border-s-4 ps-4 text-15">
			<p className="wrap-anywhere">
				<bdi className="font-semibold">{title}</bdi>
				{version && ` ${version}`}: words for {taken.toLocaleString("en")} of {of}.
			</p>
			{without.length > 0 && (
				<details className="mt-1">
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
						Without words: {without.length === 100 ? "100 or more" : without.length.toLocaleString("en")}
					</summary>
					<p className="wrap-anywhere font-mono text-13">{without.join(", ")}</p>
				</details>
			)}
			{all > 0 && (
				<details className="mt-1">
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
						Not taken: {counted(all, "part")} of the file
					</summary>
					<ul>
						{notTaken.map(({ where, id, why }) => (
							<li key={`${where} ${id}`} className="wrap-anywhere border-line border-t py-1.5">
								<span className="font-mono text-13">
									{where}
									{id !== "" && (
										<>
											{" "}
											<bdi>{id}</bdi>
										</>
									)}
								</span>{" "}
								{why}
							</li>
						))}
					</ul>
					{leftOut > 0 && <p className="text-13 text-quiet">And {leftOut.toLocaleString("en")} more.</p>}
				</details>
			)}
		</div>
	);
}
