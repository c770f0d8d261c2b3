import type { OwnedTarget } from "#contract/scans/targets.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Evidence } from "#src/ui/evidence.tsx";

/** A host as written in a URL. */
const inUrl = (host: string) => (host.includes(":") ? `[${host}]` : host);

function RecordWay({ name, proof, heading, text }: { name: string; proof: string; heading: string; text: string }) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
			<h3 className="font-semibold text-15">{heading}</h3>
			<p className="text-15">{text}</p>
			<Evidence source="Name" text={name} />
			<CopyButton text={name} what="the record’s name" />
			<Evidence source="Value" text={proof} />
			<CopyButton text={proof} what="the record’s value" />
		</div>
	);
}

function FileWay({ address, proof, heading, text }: { address: string; proof: string; heading: string; text: string }) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
			<h3 className="font-semibold text-15">{heading}</h3>
			<p className="text-15">{text}</p>
			<Evidence source="Address" text={address} />
			<CopyButton text={address} what="the file’s address" />
			<Evidence source="Content" text={proof} />
			<CopyButton text={proof} what="the file’s content" />
		</div>
	);
}

const FILE_RULES =
	"Put a text file at this address with this one line and nothing else. It has to be served by the server that is scanned, on port 443 or 80, without a redirect. Leave it there: we fetch it again whenever such a scan runs.";

/** What to place, and where, to prove ownership. */
export function ProofWays({ target }: { target: OwnedTarget }) {
	const { host, txtName, filePath, proof, includesSubdomains } = target;
	const address = `https://${inUrl(host)}${filePath}`;
	if (includesSubdomains && txtName) {
		return (
			<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
				<RecordWay
					name={txtName}
					proof={proof}
					heading="1. A DNS record, for the name and its subdomains"
					text="Add a TXT record with this name and value at your DNS provider. It may take a while to show up."
				/>
				<FileWay
					address={address}
					proof={proof}
					heading="2. A file, on each host that Zap, Wapiti or Nmap scan"
					text={`${FILE_RULES} On a subdomain, use the same path and line.`}
				/>
			</div>
		);
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<FileWay address={address} proof={proof} heading="A file, needed for Zap, Wapiti and Nmap" text={FILE_RULES} />
			{txtName && (
				<RecordWay
					name={txtName}
					proof={proof}
					heading="A DNS record, optional"
					text="A TXT record with this name and value shows that the name is yours. Alone it does not allow Zap, Wapiti or Nmap, because a name can point to any server."
				/>
			)}
		</div>
	);
}
