import { useState } from "react";
import { OFFICE_HOURS, offices } from "#src/content/offices.ts";
import { Tabs } from "#src/ui/tabs.tsx";

type Region = (typeof offices)[number]["region"];

const mapOf = (address: readonly string[]) =>
	`https://www.openstreetmap.org/search?query=${encodeURIComponent(address.join(", "))}`;

/** Our offices: one tab per region. */
export function Offices() {
	const [region, setRegion] = useState<Region>("North America");
	const office = offices.find((one) => one.region === region) ?? offices[0];
	return (
		<Tabs<Region>
			label="Global offices"
			tabs={offices.map(({ region }) => ({ name: region, label: region, count: null }))}
			selected={region}
			onSelect={setRegion}
		>
			<div className="grid gap-8 pt-6 md:grid-cols-2">
				<dl className="grid content-start gap-4 text-17 [&_dt]:text-13 [&_dt]:text-quiet">
					<div>
						<dt>Address</dt>
						<dd>
							<address className="not-italic">
								{office.address.map((line) => (
									<span key={line} className="block">
										{line}
									</span>
								))}
							</address>
						</dd>
					</div>
					<div>
						<dt>Phone</dt>
						<dd>
							<a href={`tel:${office.phone.replaceAll(" ", "")}`} className="inline-flex min-h-11 items-center">
								{office.phone}
							</a>
						</dd>
					</div>
					<div>
						<dt>Email</dt>
						<dd>
							<a href={`mailto:${office.email}`} className="inline-flex min-h-11 items-center wrap-anywhere">
								{office.email}
							</a>
						</dd>
					</div>
					<div>
						<dt>Business hours</dt>
						<dd className="tabular-nums">
							{OFFICE_HOURS} <span className="text-15 text-quiet">{`${office.zoneName} (${office.timeZone})`}</span>
						</dd>
					</div>
				</dl>
				<div className="ruled grid min-h-48 content-center justify-items-center gap-2 border border-line p-6 text-center">
					<p className="bg-paper px-2 text-15 text-quiet">Interactive map coming soon</p>
					<a
						href={mapOf(office.address)}
						rel="noopener noreferrer"
						target="_blank"
						className="inline-flex min-h-11 items-center bg-paper px-2 text-15"
					>
						{`Find ${office.city} on OpenStreetMap (opens a new tab)`}
					</a>
				</div>
			</div>
		</Tabs>
	);
}
