/** The oldest Node that the tests run the command line with. */
const NEEDED = 24;

// Before anything else is loaded: what an older Node lacks would end in an error that names neither.
const { versions, stderr } = process;
if (Number(versions.node.split(".")[0]) < NEEDED) {
	stderr.write(`plumbline: Node ${NEEDED} or later is needed, and this is Node ${versions.node}. Nothing was sent.\n`);
	process.exit(2);
}
