import type { OwnedTarget } from "#contract/targets.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Evidence } from "#src/ui/evidence.tsx";

/** A host as it stands in an address. */
const inUrl = (host: string) => (host.includes(":") ? `[${host}]` : host);

/** What to put where, so that the server can see whose the host is. */
export function ProofWays({ target: { host, txtName, filePath, proof } }: { target: OwnedTarget }) {
	const address = filePath && `https://${inUrl(host)}${filePath}`;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{txtName && (
				<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
					<h3 className="font-semibold text-15">With a DNS record</h3>
					<p className="text-15">
						Add a TXT record with this name and value at whoever runs your DNS. It may take a while to be seen.
					</p>
					<Evidence source="Name" text={txtName} />
					<CopyButton text={txtName} what="the record’s name" />
					<Evidence source="Value" text={proof} />
					<CopyButton text={proof} what="the record’s value" />
				</div>
			)}
			{address && (
				<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
					<h3 className="font-semibold text-15">{txtName ? "Or with a file" : "With a file"}</h3>
					<p className="text-15">
						Put a text file at this address, reachable without a redirect, with this one line in it and nothing else.
					</p>
					<Evidence source="Address" text={address} />
					<Evidence source="Content" text={proof} />
					<CopyButton text={proof} what="the file’s content" />
				</div>
			)}
		</div>
	);
}
