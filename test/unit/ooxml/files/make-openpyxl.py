"""Writes the fixtures openpyxl-*.xlsx beside this file. Run it with Python 3 and openpyxl 3.0 after a change."""

from datetime import datetime
from pathlib import Path

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule, ColorScaleRule, DataBarRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableStyleInfo

here = Path(__file__).parent
moment = datetime(2026, 1, 2, 3, 4, 5)


def save(workbook, name):
    workbook.properties.created = workbook.properties.modified = moment
    workbook.save(here / f"openpyxl-{name}.xlsx")


def values():
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "Values"
    rows = ["text", " spaces ", "line\nbreak", "0012", 1.5, -3e-7, True, datetime(2026, 5, 17), "=A5*2", "=SUM(A5:A6)"]
    for row, value in enumerate(rows, start=1):
        sheet.cell(row=row, column=1, value=value)
    workbook.create_sheet("It's & <two>")["B2"] = "='Values'!A5+1"
    return workbook


def formats():
    workbook = Workbook()
    sheet = workbook.active
    thin, thick = Side(style="thin", color="FF0000"), Side(style="thick")
    sheet["A1"] = "Bold"
    sheet["A1"].font = Font(name="Arial", size=14, bold=True, italic=True, underline="single", color="1F4E78")
    sheet["A2"] = 0.256
    sheet["A2"].number_format = "0.0%"
    sheet["A2"].fill = PatternFill("solid", fgColor="E3F1F2")
    sheet["A3"] = "Box"
    sheet["A3"].border = Border(left=thin, right=thin, top=thick, bottom=thick)
    sheet["A3"].alignment = Alignment(horizontal="center", vertical="top", wrap_text=True, indent=1, text_rotation=30)
    sheet["A3"].protection = Protection(locked=False)
    sheet.column_dimensions["A"].width = 30
    sheet.column_dimensions["C"].hidden = True
    sheet.row_dimensions[3].height = 60
    sheet.row_dimensions[5].hidden = True
    sheet.merge_cells("D1:F3")
    sheet.freeze_panes = "B2"
    return workbook


def table():
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "Sales"
    for row in [["Name", "Amount"], ["Acme", 10], ["Beta", 20]]:
        sheet.append(row)
    made = Table(displayName="SalesTable", ref="A1:B3")
    made.tableStyleInfo = TableStyleInfo(name="TableStyleMedium9", showRowStripes=True)
    sheet.add_table(made)
    sheet["D1"] = "=SUM(SalesTable[Amount])"
    workbook.defined_names.append(DefinedName("Rate", attr_text="Sales!$B$2"))
    workbook.defined_names.append(DefinedName("Local", attr_text="Sales!$B$3", localSheetId=0))
    sheet.print_title_rows = "1:1"
    return workbook


def rules():
    workbook = Workbook()
    sheet = workbook.active
    for row in range(1, 11):
        sheet.cell(row=row, column=1, value=row)
    red = PatternFill("solid", bgColor="FFC7CE")
    sheet.conditional_formatting.add("A1:A10", CellIsRule(operator="greaterThan", formula=["5"], fill=red))
    sheet.conditional_formatting.add("A1:A10", ColorScaleRule(start_type="min", start_color="FFFFFF", end_type="max", end_color="63BE7B"))
    sheet.conditional_formatting.add("A1:A10", DataBarRule(start_type="min", end_type="max", color="638EC6"))
    choice = DataValidation(type="list", formula1='"One,Two"', allow_blank=True)
    sheet.add_data_validation(choice)
    choice.add("B1:B10")
    return workbook


def notes():
    workbook = Workbook()
    sheet = workbook.active
    sheet["A1"] = "Link"
    sheet["A1"].hyperlink = "https://example.com/?a=1&b=2"
    sheet["A2"] = "Commented"
    sheet["A2"].comment = Comment("A comment & more", "Author")
    sheet.protection.sheet = True
    sheet.sheet_properties.tabColor = "1072BA"
    sheet.oddHeader.center.text = "Header"
    return workbook


def chart():
    workbook = Workbook()
    sheet = workbook.active
    for column in range(1, 4):
        sheet.cell(row=1, column=column, value=f"Series {get_column_letter(column)}")
        for row in range(2, 8):
            sheet.cell(row=row, column=column, value=row * column)
    bars = BarChart()
    bars.add_data(Reference(sheet, min_col=1, max_col=3, min_row=1, max_row=7), titles_from_data=True)
    sheet.add_chart(bars, "E2")
    workbook.create_chartsheet("Only a chart").add_chart(BarChart())
    return workbook


for make in [values, formats, table, rules, notes, chart]:
    save(make(), make.__name__)
