/** The records that come with every library; more of them are the operator's own. */
export const sampleRecords = 150;
