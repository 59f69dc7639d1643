-- The report that stands for all reports of a list that are only counted. Their senders get its id.
ALTER TABLE more_reports ADD COLUMN report_id UUID REFERENCES reports(id) ON DELETE SET NULL ON UPDATE CASCADE;
