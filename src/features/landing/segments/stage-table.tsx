import { Link } from "react-router-dom";
import { stages } from "#src/content/landing/stages.ts";

/** Three stages of a company, as cards. A description list, so that a screen reader ties each stage to its text. */
export function StageTable() {
	return (
		<div className="mt-16 lg:mt-24">
			<h3 className="font-semibold text-20">By company size</h3>
			<dl data-stages="" className="mt-4 grid gap-3 lg:grid-cols-3 lg:gap-0">
				{stages.map(({ employees, name, where, first, after, link }) => (
					<div
						key={employees}
						data-stage={employees}
						className="relative flex flex-col border border-line p-5 transition-colors duration-120 focus-within:z-1 focus-within:border-brass focus-within:bg-raised hover:z-1 hover:border-brass hover:bg-raised lg:-ms-px lg:p-6"
					>
						<dt className="tabular-nums">
							<span className="block font-semibold text-34 leading-none">{employees}</span>{" "}
							<span className="mt-1 block text-13 text-quiet">employees</span>
						</dt>
						<dd className="mt-4 flex grow flex-col text-17">
							<p className="font-semibold">{name}</p>
							<p className="mt-1">{where}</p>
							<p className="mt-3 text-15 text-quiet">{first}</p>
							<p className="mt-1 text-15 text-quiet">{after}</p>
							<p className="mt-auto pt-3">
								<Link to={link.to} className="inline-flex min-h-11 items-center text-15">
									{link.label}
								</Link>
							</p>
						</dd>
					</div>
				))}
			</dl>
		</div>
	);
}
