import {
  aspirinTopic,
  metforminTopic,
  topicRecords,
} from '../../packages/simulators/src/pubmed/topic-records.ts';

/** Warms up the code; shares no word, and therefore no cached search or record, with the other. */
export const warmQuestion = 'Does aspirin prevent preeclampsia?';
export const coldQuestion = 'Does metformin lower cardiovascular mortality in type 2 diabetes?';

export const records = () => topicRecords([aspirinTopic, metforminTopic]);
